/** The two operators that practice has ready. Real operators sign in; these are chosen. */
import type { Operator } from '../../preload/contract/roles.ts'

export const practiceOperators: readonly [Operator, Operator] = [
  { id: 'practice-mara', name: 'Mara Ellison', roles: ['maker'] },
  { id: 'practice-theo', name: 'Theo Park', roles: ['checker', 'administrator'] },
]
