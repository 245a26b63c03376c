/** The age of an answer, such as `12 min old` or `3.5 h old`. */
export const ageOf = (hours: number): string =>
  hours < 1 ? `${String(Math.round(hours * 60))} min old` : `${hours.toFixed(1)} h old`
