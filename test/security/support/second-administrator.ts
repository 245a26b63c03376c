/** A profile in production with two administrators, of whom Ana is signed in. */
import type { OperatorLine } from '../../../preload/contract/api/operators/operators.ts'
import {
  makeProfile,
  signInPassphrase,
  type RealWorkstation,
} from '../../unit/profile/support/real-workstation.ts'

export interface WithMax {
  /** Of the profile. */
  readonly id: string
  readonly ana: string
  readonly max: string
}

const given = 'given by somebody else'
/** The passphrase that Max has chosen. */
export const maxOwn = 'a quiet meadow of max 8'

/** Creates it; Max has a passphrase of his own, and a backup contains that. */
export async function profileWithMax(session: RealWorkstation): Promise<WithMax> {
  const id = await makeProfile(session, 'Live', 'production')
  const roles = ['maker', 'administrator']
  const lines = await session.must<OperatorLine[]>('operators.add', {
    name: 'Max',
    roles,
    passphrase: given,
  })
  const idOf = (name: string): string => lines.find((line) => line.name === name)?.id ?? 'nobody'
  const [ana, max] = [idOf('Ana Ruiz'), idOf('Max')]
  await session.must('operators.lock')
  await session.must('operators.signIn', { operatorId: max, passphrase: given })
  await session.must('operators.changePassphrase', { current: given, next: maxOwn })
  await session.must('operators.lock')
  await session.must('operators.signIn', { operatorId: ana, passphrase: signInPassphrase })
  await session.must('backups.takeNow')
  return { id, ana, max }
}

/** Ana disables Max. */
export const disableMax = (session: RealWorkstation, { max }: WithMax): Promise<unknown> =>
  session.must('operators.change', {
    id: max,
    name: 'Max',
    roles: ['maker', 'administrator'],
    disabled: true,
  })
