// Swift Testing looks for an overlay of this name in every file that imports both it and a module called UIKit.
// Ours has nothing to add; without the module such a file would not compile.
