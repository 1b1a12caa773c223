/// Tests of how screens look.
public enum UITests {}
