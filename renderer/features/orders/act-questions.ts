/** What is asked before an act on a payment, and the keys that start one. */
import type { Tone } from '../../ui/tone.ts'

/** Acts that are asked about once more. */
export type AskedAct = 'release' | 'recall' | 'discard'

/** Each question; the button adds amount, beneficiary and environment. */
export const asked: Readonly<
  Record<AskedAct, { title: string; description: string; verb: string; tone: Tone }>
> = {
  release: {
    title: 'Release this payment?',
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
    title: 'Discard this payment?',
    description: 'It is never sent. What was done with it stays in the audit.',
    verb: 'Discard',
    tone: 'bad',
  },
}

/** The keys of acts that are done often. */
export const shortcutOf = {
  release: 'Mod+Enter',
  submit: 'Mod+Shift+Enter',
  edit: 'Mod+E',
  'look-up': 'Mod+Shift+U',
  copy: 'Mod+Shift+C',
  print: 'Mod+P',
} as const
