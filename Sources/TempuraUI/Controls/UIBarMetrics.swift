/// The heights of bars. A page has one.
public enum UIBarMetrics: Int, Sendable { case `default`, compact, defaultPrompt = 101, compactPrompt }

/// Where a bar is.
public enum UIBarPosition: Int, Sendable { case any, bottom, top, topAttached }

/// The style of a bar: `black` is the dark appearance.
public enum UIBarStyle: Int, Sendable { case `default`, black }
