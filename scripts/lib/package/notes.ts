/** Release notes of a version, from the change log. */

/** Length limit of the notes in a manifest, in characters. */
const most = 8_000
const more = '\n\nThe rest stands in the change log.'

/** Returns the text under the version's heading; undefined: there is none. */
export function notesOf(changelog: string, version: string): string | undefined {
  const sections = changelog.split(/^## /m)
  const section = sections.find((text) => text.startsWith(`[${version}]`))
  const notes = section?.slice(section.indexOf('\n')).trim()
  if (!notes) return undefined
  return notes.length <= most ? notes : notes.slice(0, most - more.length) + more
}
