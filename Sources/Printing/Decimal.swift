/// `thousandths` / 1000 with no more decimals than it needs, as in `1.25`.
public func decimal(thousandths: Int) -> String {
  var buffer = TextBuffer()
  buffer.write(thousandths: thousandths)
  var text = buffer.text
  while text.last == "0" { text.removeLast() }
  if text.last == "." { text.removeLast() }
  return text
}

/// `value` with at most three decimals; beyond 10^15 as Swift prints it.
public func decimal(_ value: Double) -> String {
  guard abs(value) < 1e15 else { return String(value) }
  return decimal(thousandths: Int((value * 1000).rounded()))
}
