-- The work of emit.dock: a million records, kept, then printed.
local sin, cos, abs, rad = math.sin, math.cos, math.abs, math.pi / 180
local axes = {[0] = "yaw", "pitch", "roll"}
local steps, count, time = {}, 0, 0.0

local function ramp(axis, v, d)
  count = count + 1
  steps[count] = {time, axis, v, d}
  time = time + d
end

for i = 0, 999 do
  for j = 0, 999 do
    local a = (i * 0.1 + j * 0.36) * rad
    local v = 50 + 20 * sin(a) + 10 * cos(2 * a)
    ramp(axes[j % 3], v, 0.02 + 0.01 * abs(cos(a)))
  end
end

local out, format = io.stdout, string.format
out:setvbuf("full", 65536)
for k = 1, count do
  local s = steps[k]
  out:write(format("%.6f %s %.6f %.6f\n", s[1], s[2], s[3], s[4]))
end
