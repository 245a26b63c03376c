/** How many recordings a child has under way at any moment. */
export const inFlight = 4
