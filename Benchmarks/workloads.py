"""Seeded sources of any size, each in our language and, where a peer reads one, in Lua."""
import random

SEED = 20_250_314
# The slowest mean speed a generated move may need, in degrees a second; well inside every dock.
PACE = 30


def journey(count, reach, seed=SEED):
    """Yields `count` feasible moves: tenths of a degree, right positive; hundredths of a second."""
    draw = random.Random(seed)
    place = 0
    for _ in range(count):
        target = draw.randrange(-reach * 10, reach * 10 + 1)
        need = abs(target - place) * 10 // PACE + 50
        yield target, need + draw.randrange(100)
        place = target


def angle(target, positive, negative):
    return f"{abs(target) / 10}deg {positive if target >= 0 else negative}"


def pan(target, hundredths):
    return f"pan to {angle(target, 'right', 'left')} over {hundredths / 100}s\n"


def write(path, lines):
    with open(path, "w") as file:
        file.writelines(lines)


def flat_dock(path, count):
    """`count` moves, one a line."""
    write(path, (pan(*move) for move in journey(count, reach=60)))


def pairs_dock(path, count):
    """`count` moves of pan and tilt at once, one a line."""
    moves = zip(journey(count, reach=60), journey(count, reach=25, seed=SEED + 1))
    write(path, (f"move to pose(pan: {angle(a, 'right', 'left')}, tilt: {angle(b, 'down', 'up')})"
                 f" over {max(s, t) / 100}s\n" for (a, s), (b, t) in moves))


def flat_lua(path, count):
    write(path, (f'move("pan",{a / 10},{t / 100})\n' for a, t in journey(count, reach=60)))


def numbers(count):
    draw = random.Random(SEED)
    for index in range(count):
        yield index, draw.randrange(1, 5000) / 10, draw.randrange(1, 360), draw.randrange(2, 20)


def mixed_dock(path, count):
    """`count` gestures of ten lines: products, a sine, a loop, a condition, two moves."""
    write(path, (f"""\
gesture sweep{index}(angle: angle, speed: speed) {{
    let x = angle * {factor} + 20deg * sin(speed * 1s) / 3
    for i in 1..{turns} {{
        pan by x + i * 0.5deg right over 2s
        if x > {bound}deg {{
            wait 250ms
        }}
        tilt by x * 0.5 down over 1s
    }}
}}
""" for index, factor, bound, turns in numbers(count)))


def mixed_lua(path, count):
    write(path, (f"""\
function sweep{index}(angle, speed)
  local x = angle * {factor} + 20 * sin(speed * 1) / 3
  for i = 1, {turns} do
    pan(x + i * 0.5, 2)
    if x > {bound} then
      wait(0.25)
    end
    tilt(x * 0.5, 1)
  end
end
""" for index, factor, bound, turns in numbers(count)))


def hour(path, count):
    """`count` short moves that fill one hour exactly."""
    draw = random.Random(SEED)
    length = 3_600_000 // count
    write(path, (f"pan to {draw.randrange(1, 40) / 10}deg right over {length}ms\n"
                 for _ in range(count)))


def everyday(path, count):
    """A script of `count` lines as people write them: gestures, loops, names, comments, moves."""
    block = """\
# Look about, then nod.
gesture look{0}(reach: angle = 20deg) {{
    pan by reach right over 1s
    pan by 2 * reach left over 2s
    pan by reach right over 1s
}}
let depth{0} = 8deg + {0} * 0.1deg
repeat 2 {{
    tilt by depth{0} down over 500ms
    tilt by depth{0} up over 500ms
}}
look{0}(reach: 25deg)
wait 250ms
pan to 30deg right over 2s
pan to 30deg left over 3s easing smooth
pan to 0deg right over 2s
"""
    lines = "".join(block.format(k) for k in range(count // 16 + 1)).splitlines(True)
    whole = count - count % 16
    write(path, lines[:whole] + ["wait 100ms\n"] * (count - whole))


def names(path, count):
    """`count` names."""
    write(path, (f"let reach_{k:05}_way = {k % 40}deg\n" for k in range(count)))


def session(path, count):
    """`count` entries of all kinds at a prompt: moves, names given anew, handlers, events."""
    begin = ["gesture nod(depth: angle = 8deg) {\n", "  tilt by depth down over 500ms\n",
             "  tilt by depth up over 500ms\n", "}\n", "on button 1 pausing { nod(depth: 2deg) }\n"]
    kinds = ["pan to {0}deg right over 2s\n", "nod(depth: 3deg)\n", "let x = {0}deg\n",
             "pan by x left over 1s\n", ":press button 1\n", ":undo\n", "on tap {{ log {0} }}\n",
             ":tap\n"]
    write(path, begin + [kinds[k % 8].format(k % 50) for k in range(count)])
