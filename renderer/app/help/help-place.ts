/** What the panel shows: a page, what to do when something is wrong, or the contents. */
import { helpIds, type HelpId } from '../../../preload/contract/api/help/help-page.ts'
import { helpPages } from '../../../preload/contract/api/help/help.ts'
import { troubles } from '../../../preload/contract/api/help/troubles.ts'

export type HelpPlace = HelpId | `trouble.${string}` | 'contents'

/** The page of a place; undefined: it is none. */
export const pageOf = (place: HelpPlace): HelpId | undefined => helpIds.find((id) => id === place)

/** The trouble of a place; undefined: it is none. */
export const troubleOf = (place: HelpPlace): (typeof troubles)[number] | undefined =>
  troubles.find(({ id }) => `trouble.${id}` === place)

/** What stands above it. */
export function titleOf(place: HelpPlace): string {
  const page = pageOf(place)
  if (page) return helpPages[page].title
  return troubleOf(place)?.title ?? 'All of the help'
}
