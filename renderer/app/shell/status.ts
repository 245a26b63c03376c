import type { Tone } from '../../ui/tone.ts'

/** One thing that the status bar tells, with what opens when it is pressed. */
export interface StatusItem {
  readonly id: string
  readonly label: string
  readonly value: string
  readonly tone?: Tone | undefined
  /** Places taken, drawn as marks. */
  readonly meter?: { readonly value: number; readonly max: number } | undefined
  /** A countdown or queue that stands out while it lasts, such as "paused 1:42". */
  readonly notice?: string | undefined
  /** Lines of the popover; without them and without a note the item is plain text. */
  readonly detail?: readonly { readonly label: string; readonly value: string }[] | undefined
  readonly note?: string | undefined
  /** At the right end of the bar. */
  readonly end?: boolean | undefined
}
