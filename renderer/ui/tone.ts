/**
 * The status of a thing. Every tone has its own word, shape and color, so that none of the three
 * is needed alone.
 */
export type Tone = 'good' | 'bad' | 'warning' | 'neutral' | 'unknown' | 'info'

/** All tones, in the order in which the gallery shows them. */
export const tones: readonly Tone[] = ['good', 'bad', 'warning', 'unknown', 'info', 'neutral']

/** The text color of a tone. */
export const toneInk: Record<Tone, string> = {
  good: 'text-good',
  bad: 'text-bad',
  warning: 'text-warning',
  neutral: 'text-neutral',
  unknown: 'text-unknown',
  info: 'text-info',
}

/**
 * The wash, outline and text of a tone. Unknown has a dashed outline, because nothing is settled.
 */
export const toneBox: Record<Tone, string> = {
  good: 'border-good-line bg-good-wash text-good',
  bad: 'border-bad-line bg-bad-wash text-bad',
  warning: 'border-warning-line bg-warning-wash text-warning',
  neutral: 'border-neutral-line bg-neutral-wash text-neutral',
  unknown: 'border-dashed border-unknown-line bg-unknown-wash text-unknown',
  info: 'border-info-line bg-info-wash text-info',
}

/** The solid fill of a tone, for bars and marks. */
export const toneFill: Record<Tone, string> = {
  good: 'bg-good',
  bad: 'bg-bad',
  warning: 'bg-warning',
  neutral: 'bg-neutral',
  unknown: 'bg-unknown',
  info: 'bg-accent',
}
