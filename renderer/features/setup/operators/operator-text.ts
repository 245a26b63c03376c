/** Roles and status of an operator, as text. */
import type { OperatorLine } from '../../../../preload/contract/api/operators/operators.ts'
import type { Role } from '../../../../preload/contract/domain/operators/roles.ts'
import { localMinute, zoned } from '../../../text/times.ts'
import type { Column } from '../../../ui/table/columns.ts'
import { formats } from '../../../text/formats.ts'

/** The permissions of each role. */
export const roleTexts: Readonly<Record<Role, { readonly label: string; readonly hint: string }>> =
  {
    maker: {
      label: 'Maker',
      hint: 'Creates and submits payments, proposes payees, runs inquiries.',
    },
    checker: {
      label: 'Checker',
      hint: 'Approves and releases the work of others, never their own.',
    },
    administrator: {
      label: 'Administrator',
      hint: 'Manages operators, policy, profile and certificates. This role cannot approve.',
    },
  }

/** The names of an operator's roles. */
export const rolesOf = ({ roles }: Pick<OperatorLine, 'roles'>): string =>
  roles.map((role) => roleTexts[role].label).join(', ')

/** Whether an operator can sign in, and how. */
export function badgeOf(line: OperatorLine): {
  tone: 'good' | 'neutral' | 'warning'
  label: string
} {
  if (line.disabled) return { tone: 'neutral', label: 'Disabled' }
  if (line.mustChange) return { tone: 'warning', label: 'Must change passphrase' }
  return { tone: 'good', label: 'Can sign in' }
}

/** The columns of the list. */
export const operatorColumns = (
  nameOf: (id: string) => string,
  /** The operator who is signed in; practice signs in the first one without a record of it. */
  present: string | undefined,
): readonly Column<OperatorLine>[] => [
  { id: 'name', header: 'Name', width: 170, grow: 1, fixed: true, text: ({ name }) => name },
  { id: 'roles', header: 'Roles', width: 210, grow: 1, text: rolesOf },
  { id: 'state', header: 'Status', width: 190, copy: (line) => badgeOf(line).label },
  {
    id: 'last',
    header: zoned('Last signed in'),
    width: 132,
    fits: formats.minute,
    text: ({ id, lastSignInAt }) => {
      if (lastSignInAt !== null) return localMinute(lastSignInAt)
      return id === present ? 'now' : 'never'
    },
  },
  {
    id: 'failed',
    header: 'Failed sign-ins',
    width: 96,
    align: 'right',
    holds: 'number',
    text: ({ failedSignIns }) => String(failedSignIns),
  },
  {
    id: 'setBy',
    header: 'Last set by',
    width: 140,
    text: ({ setBy }) => (setBy === null ? '\u2014' : nameOf(setBy)),
  },
  {
    id: 'added',
    header: zoned('Added'),
    width: 132,
    fits: formats.minute,
    hidden: true,
    text: ({ addedAt }) => localMinute(addedAt),
  },
]
