# Prints what a build says: each problem once, and progress only in a terminal (-v terminal=1).

# A diagnostic with its lines of the source. The compiler repeats it for each group of files.
function flush() {
  if (block != "" && !said[block]++) printf "%s", block
  block = ""
}
/^\[[0-9]+\/[0-9]+\] / {
  flush()
  if (terminal) { printf "\r\033[K%s", substr($0, 1, 100); fflush(); isProgress = 1 }
  next
}
# SwiftPM says it before the reason.
/^error: (emit-module command failed|fatalError)/ { next }
isProgress { printf "\r\033[K"; isProgress = 0 }
/^([^ ].*)?(error|warning|note): / || /^$/ { flush() }
{ block = block $0 "\n"; if ($0 !~ /^[^ ]*:[0-9]+:[0-9]+: / && block == $0 "\n") flush() }
END { flush(); if (isProgress) printf "\r\033[K" }
