// What is drawn and the texts in the language of a user are modules of their own.

@_exported public import TempuraGraphics
@_exported public import TempuraLocalization
