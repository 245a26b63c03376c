/** What is asked before an act on a payment or a batch, and the keys that start one. */
import type { Tone } from '../../ui/tone.ts'

/** Acts that are asked about once more. */
export type AskedAct = 'release' | 'recall' | 'discard'

/** A question before an act. */
export interface ActQuestion {
  readonly title: string
  readonly description: string
  readonly verb: string
  readonly tone: Tone
}

/** Each question about a `payment` or a `batch`; the button adds what of, and the environment. */
export const askedOf = (noun: string): Readonly<Record<AskedAct, ActQuestion>> => ({
  release: {
    title: `Release this ${noun}?`,
    description:
      'It is written into the journal and leaves. It leaves once: nothing sends it again by itself, and what was sent cannot be called back from here.',
    verb: 'Release',
    tone: 'warning',
  },
  recall: {
    title: 'Take it back to edit?',
    description: 'It becomes a draft again, and every approval of it is void.',
    verb: 'Take back',
    tone: 'warning',
  },
  discard: {
    title: `Discard this ${noun}?`,
    description: 'It is never sent. What was done with it stays in the audit.',
    verb: 'Discard',
    tone: 'bad',
  },
})

/** The keys of acts that are done often. */
export const shortcutOf = {
  release: 'Mod+Enter',
  submit: 'Mod+Shift+Enter',
  edit: 'Mod+E',
  'look-up': 'Mod+Shift+U',
  copy: 'Mod+Shift+C',
  print: 'Mod+P',
} as const
