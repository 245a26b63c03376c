/** Everything that blocks submitting the batch: a sentence each, with a link. Main checks again. */
import type { AchSettingsState } from '../../../../preload/contract/domain/batches/batch-form.ts'
import type { WorkstationState } from '../../../../preload/contract/api/workstation-state.ts'
import { plural } from '../../../text/plural.ts'
import type { EntryNote } from './entries/entry-checks.ts'
import { entryLabels } from './entries/entry-rows.ts'
import { headerLabels } from '../../../text/field-names.ts'
import type { GatheredNote } from './entries/whole-notes.ts'
import type { EntryTally } from './entries/batch-entries.ts'

/** One blocker. */
export interface SubmitBlocker {
  readonly text: string
  /** Where to correct it; undefined: not on this screen. */
  readonly go?: { readonly head: string } | { readonly entryId: string; readonly path: string }
}

/** Why nothing can be written or submitted here at all; empty if it can. */
export function disabledReasonOf(state: WorkstationState | undefined, isAgreed: boolean): string {
  if (!state || state.store.state === 'opening') return 'The store is still opening'
  if (state.store.state === 'refused') return 'The store is closed: nothing can be saved'
  if (state.retired) return 'This profile is retired: it is read only'
  if (!state.operator.roles.includes('maker')) {
    return `Needs the maker role. ${state.operator.name} does not have it`
  }
  return isAgreed ? '' : 'ACH origination is not in this profile\u2019s agreement'
}

interface SubmitFacts {
  readonly screenDisabledReason: string
  readonly settings: AchSettingsState | undefined
  readonly head: readonly EntryNote[]
  readonly notes: readonly GatheredNote[]
  readonly tally: EntryTally
  readonly tooLong: number
}

/** The label of a field of the head or of an entry; a setting by the bank's own name. */
export const fieldName = (path: string): string =>
  ({ ...headerLabels, ...entryLabels } as Readonly<Record<string, string>>)[path] ?? path

/** Returns all blockers; those that cannot be corrected on this screen come first. */
export function submitBlockersOf(batch: SubmitFacts): readonly SubmitBlocker[] {
  const { screenDisabledReason, settings, head, notes, tally, tooLong } = batch
  const broken = notes.filter(({ tone }) => tone === 'bad')
  return [
    ...(screenDisabledReason === '' ? [] : [{ text: screenDisabledReason }]),
    ...(settings?.isLocked === true
      ? [{ text: 'The unit of amounts is not confirmed in pre-production: production is locked' }]
      : []),
    ...(tally.entries === 0 ? [{ text: 'No entries yet' }] : []),
    ...(tooLong > 0
      ? [{ text: `${plural(tooLong, 'entry is', 'entries are')} too long to save` }]
      : []),
    ...head.map(({ path, text }) => ({ text: `${fieldName(path)}: ${text}`, go: { head: path } })),
    ...broken.map(({ path, text, entries, firstEntry }) => ({
      text:
        entries === 0
          ? text
          : `${fieldName(path)}: ${text} (${plural(entries, 'entry', 'entries')})`,
      ...(firstEntry !== null && { go: { entryId: firstEntry, path } }),
    })),
  ]
}
