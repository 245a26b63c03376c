/** Returns a code such as `payment-initiate` as words with a capital letter. */
export const codeText = (code: string): string =>
  (code.charAt(0).toUpperCase() + code.slice(1)).replaceAll('-', ' ')
