import type { Ref } from 'vue'
import { useMediaQuery } from '../ui/use-media-query.ts'

/**
 * Returns whether the window has room for a whole list beside open details; reactive. Tailwind's
 * `2xl` begins at the same width, so that layout and columns change together.
 */
export const useWideWindow = (): Readonly<Ref<boolean>> => useMediaQuery('(min-width: 96rem)')
