// Swift Testing imports an overlay with this name in each file that imports it and a module called CoreImage. The
// overlay is empty, but without the module such a file would not compile.
