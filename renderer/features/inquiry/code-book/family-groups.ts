/** The families at the side, each with its number of found codes. */
import {
  codeFamilies,
  codeTopics,
  type CodeFamilyId,
} from '../../../../preload/contract/bank/codes/index.ts'
import type { BookRow } from './search.ts'

/**
 * Groups by topic, in the order of the book; families without results stay, so that the list does
 * not move.
 */
export function familyGroups(found: readonly BookRow[]) {
  const counts = Map.groupBy(found, ({ family }) => family.id)
  const all = { value: 'all' as const, label: 'All codes', count: found.length }
  return [
    { choices: [all] },
    ...codeTopics.map((topic) => ({
      label: topic,
      choices: codeFamilies
        .filter((family) => family.topic === topic)
        .map(({ id, title }) => ({ value: id, label: title, count: counts.get(id)?.length ?? 0 })),
    })),
  ] satisfies { choices: { value: CodeFamilyId | 'all' }[] }[]
}
