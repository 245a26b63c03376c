/** The entries of a draft, page by page, as main returns them to the operator who opened it. */
import type { PlacedEntry } from '../../../../preload/contract/domain/batches/entry.ts'
import type { Failure } from '../../../../preload/contract/api/failures.ts'
import { bridge } from '../../../state/bridge.ts'

/** Passes each page on; returns why it ended early, or undefined. */
export async function readAllEntries(
  id: string,
  onPage: (entries: readonly PlacedEntry[]) => void,
): Promise<Failure | undefined> {
  let after: number | null = null
  for (;;) {
    const page = await bridge().batches.readDraftEntries({ id, after })
    if (!page.ok) return page.error
    onPage(page.value.entries)
    if (page.value.next === null) return undefined
    after = page.value.next
  }
}
