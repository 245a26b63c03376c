/** What the documents say of each field of an alert. */

/** In one sentence; empty: the documents say nothing of it. */
export const fieldMeaning = (_name: string): string => ''
