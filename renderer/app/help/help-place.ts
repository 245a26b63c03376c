/** The content of the help panel: a page, a troubleshooting entry, or the contents. */
import { helpIds, type HelpId } from '../../../preload/contract/api/help/help-page.ts'
import { helpPages } from '../../../preload/contract/api/help/help.ts'
import { troubles } from '../../../preload/contract/api/help/troubles.ts'

export type HelpPlace = HelpId | `trouble.${string}` | 'contents'

/** Returns the page of a place; undefined if the place is no page. */
export const pageOf = (place: HelpPlace): HelpId | undefined => helpIds.find((id) => id === place)

/** Returns the troubleshooting entry of a place; undefined if it is none. */
export const troubleOf = (place: HelpPlace): (typeof troubles)[number] | undefined =>
  troubles.find(({ id }) => `trouble.${id}` === place)

/** Returns the heading of the panel. */
export function titleOf(place: HelpPlace): string {
  const page = pageOf(place)
  if (page) return helpPages[page].title
  return troubleOf(place)?.title ?? 'Entire help'
}
