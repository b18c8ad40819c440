/// The letters of pixels: strokes, not areas.
///
/// They are the Hershey Fonts (Roman simplex), originally created by Dr. A. V. Hershey while
/// working at the U. S. National Bureau of Standards. The format of the font data was originally
/// created by James Hurt, Cognition, Inc., 900 Technology Park Drive, Billerica, MA 01821. Anyone
/// may use them for any purpose with this acknowledgement.
enum StrokeFont {
  /// The height of capital letters, in units of the font.
  static let capital = 21.0

  /// A letter: its strokes, with y down from the baseline, and how far the next letter is.
  struct Glyph {
    var strokes: [[Point]]
    var advance: Double
  }

  /// The letter for `scalar`; a box for one that the font lacks.
  static func glyph(_ scalar: Unicode.Scalar) -> Glyph {
    if let known = substitutes[scalar] { return known }
    guard scalar.value >= 0x20, scalar.value < 0x7F else { return box }
    return glyphs[Int(scalar.value) - 0x20]
  }

  private static let glyphs = data.map(read)

  /// Characters that plots write themselves.
  private static let substitutes: [Unicode.Scalar: Glyph] = [
    "°": raised("o"), "²": raised("2"), "³": raised("3"), "·": raised("."),
    "▸": glyphs[Int(UInt8(ascii: ">")) - 0x20], "…": dots,
  ]

  private static let box = Glyph(
    strokes: [[Point(3, 0), Point(3, -21), Point(15, -21), Point(15, 0), Point(3, 0)]], advance: 18)

  private static let dots = Glyph(
    strokes: [4.0, 11, 18].map { [Point($0, -1), Point($0 + 1, 0)] }, advance: 24)

  /// The letter `text` small and above the baseline.
  private static func raised(_ text: Unicode.Scalar) -> Glyph {
    let whole = glyphs[Int(text.value) - 0x20]
    let lift = text == "." ? 8.0 : 10
    return Glyph(
      strokes: whole.strokes.map { $0.map { Point($0.x * 0.6, $0.y * 0.6 - lift) } },
      advance: whole.advance * 0.6)
  }

  /// Reads a letter: the left and the right edge, then pairs of x and y.
  ///
  /// Each value is a character as far from `R` as the value is from 0; ` R` lifts the pen. The
  /// baseline is at 9.
  private static func read(_ text: String) -> Glyph {
    let values = text.utf8.map { Double($0) - Double(UInt8(ascii: "R")) }
    let left = values[0]
    var glyph = Glyph(strokes: [[]], advance: values[1] - left)
    for index in stride(from: 2, to: values.count - 1, by: 2) {
      if values[index] == -50 {
        glyph.strokes.append([])
      } else {
        glyph.strokes[glyph.strokes.count - 1].append(
          Point(values[index] - left, values[index + 1] - 9))
      }
    }
    return glyph
  }

  /// The printable characters of ASCII, from the space on.
  private static let data = [
    #"JZ"#,
    #"MWRFRT RRYQZR[SZRY"#,
    #"JZNFNM RVFVM"#,
    #"H]SBLb RYBRb RLOZO RKUYU"#,
    #"H\PBP_ RTBT_ RYIWGTFPFMGKIKKLMMNOOUQWRXSYUYXWZT[P[MZKX"#,
    #"F^[FI[ RNFPHPJOLMMKMIKIIJGLFNFPGSHVHYG[F RWTUUTWTYV[X[ZZ[X[VYTWT"#,
    #"E_\O\N[MZMYNXPVUTXRZP[L[JZIYHWHUISJRQNRMSKSIRGPFNGMIMKNNPQUXWZY[[[\Z\Y"#,
    #"MWRHQGRFSGSIRKQL"#,
    #"KYVBTDRGPKOPOTPYR]T`Vb"#,
    #"KYNBPDRGTKUPUTTYR]P`Nb"#,
    #"JZRLRX RMOWU RWOMU"#,
    #"E_RIR[ RIR[R"#,
    #"NVSWRXQWRVSWSYQ["#,
    #"E_IR[R"#,
    #"NVRVQWRXSWRV"#,
    #"G][BIb"#,
    #"H\QFNGLJKOKRLWNZQ[S[VZXWYRYOXJVGSFQF"#,
    #"H\NJPISFS["#,
    #"H\LKLJMHNGPFTFVGWHXJXLWNUQK[Y["#,
    #"H\MFXFRNUNWOXPYSYUXXVZS[P[MZLYKW"#,
    #"H\UFKTZT RUFU["#,
    #"H\WFMFLOMNPMSMVNXPYSYUXXVZS[P[MZLYKW"#,
    #"H\XIWGTFRFOGMJLOLTMXOZR[S[VZXXYUYTXQVOSNRNOOMQLT"#,
    #"H\YFO[ RKFYF"#,
    #"H\PFMGLILKMMONSOVPXRYTYWXYWZT[P[MZLYKWKTLRNPQOUNWMXKXIWGTFPF"#,
    #"H\XMWPURRSQSNRLPKMKLLINGQFRFUGWIXMXRWWUZR[P[MZLX"#,
    #"NVROQPRQSPRO RRVQWRXSWRV"#,
    #"NVROQPRQSPRO RSWRXQWRVSWSYQ["#,
    #"F^ZIJRZ["#,
    #"E_IO[O RIU[U"#,
    #"F^JIZRJ["#,
    #"I[LKLJMHNGPFTFVGWHXJXLWNVORQRT RRYQZR[SZRY"#,
    #"E`WNVLTKQKOLNMMPMSNUPVSVUUVS RQKOMNPNSOUPV RWKVSVUXVZV\T]Q]O\L[JYHWGTFQFNGLHJJILHOHRIUJW"#
      + #"LYNZQ[T[WZYYZX RXKWSWUXV"#,
    #"I[RFJ[ RRFZ[ RMTWT"#,
    #"G\KFK[ RKFTFWGXHYJYLXNWOTP RKPTPWQXRYTYWXYWZT[K["#,
    #"H]ZKYIWGUFQFOGMILKKNKSLVMXOZQ[U[WZYXZV"#,
    #"G\KFK[ RKFRFUGWIXKYNYSXVWXUZR[K["#,
    #"H[LFL[ RLFYF RLPTP RL[Y["#,
    #"HZLFL[ RLFYF RLPTP"#,
    #"H]ZKYIWGUFQFOGMILKKNKSLVMXOZQ[U[WZYXZVZS RUSZS"#,
    #"G]KFK[ RYFY[ RKPYP"#,
    #"NVRFR["#,
    #"JZVFVVUYTZR[P[NZMYLVLT"#,
    #"G\KFK[ RYFKT RPOY["#,
    #"HYLFL[ RL[X["#,
    #"F^JFJ[ RJFR[ RZFR[ RZFZ["#,
    #"G]KFK[ RKFY[ RYFY["#,
    #"G]PFNGLIKKJNJSKVLXNZP[T[VZXXYVZSZNYKXIVGTFPF"#,
    #"G\KFK[ RKFTFWGXHYJYMXOWPTQKQ"#,
    #"G]PFNGLIKKJNJSKVLXNZP[T[VZXXYVZSZNYKXIVGTFPF RSWY]"#,
    #"G\KFK[ RKFTFWGXHYJYLXNWOTPKP RRPY["#,
    #"H\YIWGTFPFMGKIKKLMMNOOUQWRXSYUYXWZT[P[MZKX"#,
    #"JZRFR[ RKFYF"#,
    #"G]KFKULXNZQ[S[VZXXYUYF"#,
    #"I[JFR[ RZFR["#,
    #"F^HFM[ RRFM[ RRFW[ R\FW["#,
    #"H\KFY[ RYFK["#,
    #"I[JFRPR[ RZFRP"#,
    #"H\YFK[ RKFYF RK[Y["#,
    #"KYOBOb RPBPb ROBVB RObVb"#,
    #"KYKFY^"#,
    #"KYTBTb RUBUb RNBUB RNbUb"#,
    #"JZRDJR RRDZR"#,
    #"I[Ib[b"#,
    #"NVSKQMQORPSORNQO"#,
    #"I\XMX[ RXPVNTMQMONMPLSLUMXOZQ[T[VZXX"#,
    #"H[LFL[ RLPNNPMSMUNWPXSXUWXUZS[P[NZLX"#,
    #"I[XPVNTMQMONMPLSLUMXOZQ[T[VZXX"#,
    #"I\XFX[ RXPVNTMQMONMPLSLUMXOZQ[T[VZXX"#,
    #"I[LSXSXQWOVNTMQMONMPLSLUMXOZQ[T[VZXX"#,
    #"MYWFUFSGRJR[ ROMVM"#,
    #"I\XMX]W`VaTbQbOa RXPVNTMQMONMPLSLUMXOZQ[T[VZXX"#,
    #"I\MFM[ RMQPNRMUMWNXQX["#,
    #"NVQFRGSFREQF RRMR["#,
    #"MWRFSGTFSERF RSMS^RaPbNb"#,
    #"IZMFM[ RWMMW RQSX["#,
    #"NVRFR["#,
    #"CaGMG[ RGQJNLMOMQNRQR[ RRQUNWMZM\N]Q]["#,
    #"I\MMM[ RMQPNRMUMWNXQX["#,
    #"I\QMONMPLSLUMXOZQ[T[VZXXYUYSXPVNTMQM"#,
    #"H[LMLb RLPNNPMSMUNWPXSXUWXUZS[P[NZLX"#,
    #"I\XMXb RXPVNTMQMONMPLSLUMXOZQ[T[VZXX"#,
    #"KXOMO[ ROSPPRNTMWM"#,
    #"J[XPWNTMQMNNMPNRPSUTWUXWXXWZT[Q[NZMX"#,
    #"MYRFRWSZU[W[ ROMVM"#,
    #"I\MMMWNZP[S[UZXW RXMX["#,
    #"JZLMR[ RXMR["#,
    #"G]JMN[ RRMN[ RRMV[ RZMV["#,
    #"J[MMX[ RXMM["#,
    #"JZLMR[ RXMR[P_NaLbKb"#,
    #"J[XMM[ RMMXM RM[X["#,
    #"KYTBRCQDPFPHQJRKSMSOQQ RRCQEQGRISJTLTNSPORSTTVTXSZR[Q]Q_Ra RQSSUSWRYQZP\P^Q`RaTb"#,
    #"NVRBRb"#,
    #"KYPBRCSDTFTHSJRKQMQOSQ RRCSESGRIQJPLPNQPURQTPVPXQZR[S]S_Ra RSSQUQWRYSZT\T^S`RaPb"#,
    #"F^IUISJPLONOPPTSVTXTZS[Q RISJQLPNPPQTTVUXUZT[Q[O"#,
  ]
}
