package enum OwnTexts {
  package static func text(_ english: String, in language: Language) -> String { english }
}
package func ownText(_ english: String, _ values: any CVarArg...) -> String { english }
