/** The questions before actions on a payment or a batch, and the keys of actions. */
import type { Tone } from '../../ui/tone.ts'

/** Actions that need a confirmation. */
export type ConfirmedAct = 'submit' | 'release' | 'return-to-draft' | 'discard'

export interface ActQuestion {
  readonly title: string
  readonly description: string
  readonly confirmLabel: string
  readonly tone: Tone
}

/** Each question about a `payment` or a `batch`. */
export const questionsFor = (noun: string): Readonly<Record<ConfirmedAct, ActQuestion>> => ({
  submit: {
    title: `Submit this ${noun} for approval?`,
    description: 'Another person approves it. Nothing is sent to the bank before release.',
    confirmLabel: `Submit ${noun}`,
    tone: 'info',
  },
  release: {
    title: `Release this ${noun}?`,
    description:
      'It is sent to the bank once. It is never resent automatically, and cannot be recalled from here.',
    confirmLabel: `Release ${noun}`,
    tone: 'warning',
  },
  'return-to-draft': {
    title: 'Return it to draft?',
    description: 'All approvals become void.',
    confirmLabel: 'Return to draft',
    tone: 'warning',
  },
  discard: {
    title: `Discard this ${noun}?`,
    description: 'Nothing is sent. The history stays in the audit.',
    confirmLabel: `Discard ${noun}`,
    tone: 'bad',
  },
})

/** The keys of frequent actions. */
export const shortcutOf = {
  release: 'R',
  submit: 'Mod+Shift+Enter',
  edit: 'Mod+E',
  inquire: 'Mod+Shift+U',
  copy: 'Mod+Shift+C',
  print: 'Mod+P',
} as const
