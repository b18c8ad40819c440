import Language
import Motion
import Vocabulary

extension Scheduler {
  /// Carries out `statement`.
  @inline(__always)
  mutating func perform(_ statement: Statement) throws(Halt) {
    switch statement {
    case .let(let naming): try perform(naming)
    case .ramp(let ramp): try perform(ramp)
    case .move(let move): try perform(move)
    case .for(let loop): try perform(loop)
    case .repeat(let loop): try perform(loop)
    case .if(let choice): try perform(choice)
    case .choose(let choice): try perform(choice)
    case .finally(let finally): try perform(finally)
    case .call(let call): try perform(call)
    case .spin(let spin): try perform(spin)
    case .stop(let stop): try perform(stop)
    case .wait(let wait): try perform(wait)
    case .animate(let animate): try perform(animate)
    case .tracking(let tracking): try perform(tracking)
    case .frame(let frame): try perform(frame)
    case .region(let region): try perform(region)
    case .select(let select): try perform(select)
    case .follow(let follow): try perform(follow)
    case .log(let log): try perform(log)
    case .mark(let mark): try perform(mark)
    case .sound(let sound): try perform(sound)
    case .face(let face): try perform(face)
    case .eyes(let eyes): try perform(eyes)
    case .camera(let camera): try perform(camera)
    case .limit(let limit): try perform(limit)
    case .late(let late): try perform(late)
    case .tempo(let tempo): try perform(tempo)
    case .untilBar(let wait): try perform(wait)
    case .waitUntil(let wait): try perform(wait)
    case .mode(let mode): try perform(mode)
    case .goTo(let going): try perform(going)
    case .change(let change): try perform(change)
    case .seed(let seed): try perform(seed)
    case .perform(let performance): try perform(performance)
    case .expect(let expectation): try perform(expectation)
    case .block(let block): open(.block, block, of: block.view)
    case .forever(let loop): try perform(loop)
    case .while(let loop): try perform(loop)
    case .every(let every): try perform(every)
    case .concurrent(let concurrent): try perform(concurrent)
    case .waitFor(let wait): try perform(wait)
    case .handler(let handler): try perform(handler)
    // They are there to be used, and do nothing themselves.
    case .gesture, .function, .use, .test, .scene, .count: break
    }
  }
}
