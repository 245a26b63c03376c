/** What the practice bank watches on wire and RTP payments, and on reports. */
export const paymentBreachRules = {} as const satisfies Record<string, readonly [string, string]>
