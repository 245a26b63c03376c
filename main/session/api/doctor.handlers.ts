/**
 * The connection check of the shown profile; a health check that succeeds proves its certificate.
 */
import type { DoctorReport } from '../../../preload/contract/api/doctor.ts'
import { err, ok } from '../../../preload/contract/kernel/result.ts'
import type { Announce } from '../../platform/announce.ts'
import type { Handlers } from '../../platform/handlers.ts'
import type { ProfilesService } from '../profiles.service.ts'
import type { Doctor } from '../../workplace/doctor.service.ts'

export interface DoctorHandlerDeps {
  readonly profiles: ProfilesService
  readonly doctor: Doctor
  readonly announce: Announce
  /** Called after each finished examination. */
  readonly examined?: (profileId: string, report: DoctorReport) => void
}

const healthSteps = ['health-validation', 'health-ach', 'health-payments']

/** True if a health check succeeded: the bank has accepted the certificate. */
const provesTheCertificate = ({ steps }: DoctorReport): boolean =>
  steps.some(({ id, state }) => healthSteps.includes(id) && state === 'passed')

export function doctorHandlers(deps: DoctorHandlerDeps): Pick<Handlers, 'doctor'> {
  const { profiles, doctor, announce } = deps
  let examining = false
  return {
    doctor: {
      examine: async (_input, { operator }) => {
        const session = profiles.shown()
        const { real, connection, identity, services } = session
        if (identity.retired) return err({ code: 'profile-retired' })
        const missing = real?.missingForCalls() ?? []
        if (missing.length > 0) return err({ code: 'profile-incomplete', missing })
        const open = connection.open()
        if (!open || !services) return err({ code: 'bank-not-running' })
        if (examining) return err({ code: 'profile-busy' })
        examining = true
        const proven = real?.certificateOnTrial()
        try {
          const report = await doctor.examine({
            connection: open.access.connection,
            client: open.client,
            partnerClientId: open.access.partnerClientId,
            registeredAddresses: open.access.registeredAddresses,
            products: real?.details().products ?? [],
            ownAccounts: (real?.accounts() ?? []).map((account) => account.account_number),
            rowNumbers: real?.details().rowNumbers ?? null,
            actor: operator.id,
            listener: services.listener,
            progressed: (progress) => {
              if (profiles.shown() === session) announce('doctor', 'progressed', progress)
            },
          })
          // The address that the bank saw may be a new hint on a 403.
          connection.notify()
          deps.examined?.(identity.id, report)
          if (provesTheCertificate(report)) await proven?.()
          return ok(report)
        } finally {
          examining = false
        }
      },
    },
  }
}
