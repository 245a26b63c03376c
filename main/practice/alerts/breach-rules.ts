/** The rules the practice bank checks on the answers to its alerts. */
const source = 'Platform Specification, Acknowledgment'

/** Each rule by its key: the breach, and the source of the rule. */
export const alertBreachRules = {
  'acknowledgment-unreadable': ['An acknowledgment in another form than documented', source],
  'acknowledgment-count': ['Not one acknowledgment for each alert', source],
  'acknowledgment-id': ['An alert id that is not the alert\u2019s', source],
  'confirmation-repeated': ['One confirmation id for two alerts', source],
  'acknowledgment-late': [
    'No acknowledgment within 10 seconds',
    'Platform Specification, Delivery',
  ],
} as const satisfies Record<string, readonly [string, string]>
