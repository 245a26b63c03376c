/** Returns the trimmed text; null if it is blank. */
export const filledText = (text: string | null | undefined): string | null => {
  const trimmed = text?.trim() ?? ''
  return trimmed === '' ? null : trimmed
}
