import type { Tone } from '../../ui/tone.ts'

/** One item of the status bar and its details. */
export interface StatusItem {
  readonly id: string
  readonly label: string
  readonly value: string
  readonly tone?: Tone | undefined
  /** Used slots, drawn as marks. */
  readonly meter?: { readonly value: number; readonly max: number } | undefined
  /** A countdown or queue that is highlighted while it lasts, such as "paused 1:42". */
  readonly notice?: string | undefined
  /** Lines of the popover; without lines and without a note the item is plain text. */
  readonly detail?: readonly { readonly label: string; readonly value: string }[] | undefined
  readonly note?: string | undefined
  /** At the right end of the bar. */
  readonly end?: boolean | undefined
}
