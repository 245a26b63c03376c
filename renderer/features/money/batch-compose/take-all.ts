/** The entries of a draft, page after page, as main gives them to whoever opened it. */
import type { PlacedEntry } from '../../../../preload/contract/domain/batches/entry.ts'
import type { Failure } from '../../../../preload/contract/api/failures.ts'
import { bridge } from '../../../state/bridge.ts'

/** Hands each page on as it comes; answers why it ended early, or nothing. */
export async function takeAll(
  id: string,
  took: (entries: readonly PlacedEntry[]) => void,
): Promise<Failure | undefined> {
  let after: number | null = null
  for (;;) {
    const page = await bridge().batches.takeEntries({ id, after })
    if (!page.ok) return page.error
    took(page.value.entries)
    if (page.value.next === null) return undefined
    after = page.value.next
  }
}
