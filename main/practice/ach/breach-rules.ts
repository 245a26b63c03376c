/** What the practice bank watches on ACH inquiry and ACH origination. */
export const achBreachRules = {} as const satisfies Record<string, readonly [string, string]>
