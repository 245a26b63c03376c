/** A profile as a file for another computer: details and accounts, no secrets. */
import { maskedAccount } from '../../preload/contract/kernel/account-number.ts'
import { realEnvironment, type RealEnvironment } from '../../preload/contract/domain/environment.ts'
import { profileName } from '../../preload/contract/api/profiles/profile.ts'
import {
  ownAccountInput,
  profileDetails,
  type ProfileDetails,
} from '../../preload/contract/api/profiles/profile-details.ts'
import { settings } from '../../preload/contract/api/workstation-state.ts'
import { z } from '../../preload/contract/kernel/zod.ts'
import { err, ok, type Result } from '../../preload/contract/kernel/result.ts'
import type { StoredAccount } from './profile-records.ts'

const fileAccount = ownAccountInput
  .omit({ id: true })
  /** The masked number, for a person to recognize the account when its number was left out. */
  .extend({ masked: z.string().max(40) })
const profileFile = z.object({
  countersign: z.literal('profile'),
  format: z.literal(1),
  writtenAt: z.iso.datetime(),
  name: profileName,
  environment: realEnvironment,
  details: profileDetails,
  validationV2Path: settings.shape.validationV2Path,
  accounts: z.array(fileAccount).max(10_000),
})
export type ProfileFile = z.infer<typeof profileFile>

export interface ProfileToWrite {
  readonly name: string
  readonly environment: RealEnvironment
  readonly details: ProfileDetails
  readonly validationV2Path: string | null
  readonly accounts: readonly StoredAccount[]
}

/** Returns the file's text. Account numbers are left out unless requested. */
export function writeProfileFile(
  profile: ProfileToWrite,
  { withAccountNumbers, writtenAt }: { withAccountNumbers: boolean; writtenAt: Date },
): string {
  const file: ProfileFile = {
    countersign: 'profile',
    format: 1,
    writtenAt: writtenAt.toISOString(),
    ...profile,
    accounts: profile.accounts.map((account) => ({
      number: withAccountNumbers ? account.account_number : null,
      masked: maskedAccount(account.account_number),
      routingNumber: account.routing_number,
      bankNumber: account.bank_number,
      name: account.name,
      currency: account.currency,
      use: account.use,
      companyId: account.company_id,
      legalName: account.legal_name,
      address: account.address,
    })),
  }
  return `${JSON.stringify(profileFile.parse(file), null, 2)}\n`
}

/** Reads a profile file; the error is one line that names the problem. */
export function readProfileFile(bytes: Buffer): Result<ProfileFile, string> {
  let given: unknown
  try {
    given = JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/, ''))
  } catch {
    return err('The file is not JSON.')
  }
  if ((given as { countersign?: unknown } | null)?.countersign !== 'profile')
    return err('The file is not a Countersign profile.')
  const parsed = profileFile.safeParse(given)
  if (parsed.success) return ok(parsed.data)
  const issue = parsed.error.issues[0]
  return err(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not understood'}`)
}
