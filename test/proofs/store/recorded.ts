/** How many recordings a child has in progress at any moment. */
export const inFlight = 4
