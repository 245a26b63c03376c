/**
 * Writes the public parts of a profile's certificates to a file: the request for the authority, the
 * chain for the bank.
 */
import type { Failure } from '../../preload/contract/api/failures.ts'
import { err, type Result } from '../../preload/contract/kernel/result.ts'
import { fileFailed, fileNameOf } from '../platform/files/file-text.ts'
import type { FileDialogs, SaveRequest } from '../platform/files/chosen-file.ts'
import type { Act } from '../store/store.ts'
import type { EditableProfile } from './editable-profile.ts'

type Written = Promise<
  Result<{ readonly file: string } | null, Failure<'not-found'> | Failure<'file-failed'>>
>

/** Writes the pending request, in PEM. */
export async function saveRequest(
  on: EditableProfile,
  dialogs: FileDialogs,
  actor: string,
): Written {
  const waiting = on.real.shown().pendingRequest
  if (!waiting) return err({ code: 'not-found' })
  const name = `${fileNameOf(waiting.name.commonName)} ${waiting.createdAt.slice(0, 10)}.csr`
  const request = {
    title: 'Save the request for the authority',
    suggestedName: name,
    kinds: [{ name: 'Certificate request', extensions: ['csr'] }],
    content: waiting.request,
  }
  const { publicKeySha256 } = waiting
  const act = { actor, kind: 'profile.request-saved', detail: { publicKeySha256 } }
  return save(on, dialogs, request, act)
}

/**
 * Writes the chain in use, leaf first: the bank verifies this client by it (bank document 1,
 * Authentication 1).
 */
export async function saveChain(on: EditableProfile, dialogs: FileDialogs, actor: string): Written {
  const inUse = on.real.certificateChain()
  if (!inUse) return err({ code: 'not-found' })
  const request = {
    title: 'Save the certificate chain for the bank',
    suggestedName: `${fileNameOf(on.session.identity.name)} certificate chain.pem`,
    kinds: [{ name: 'Certificates', extensions: ['pem'] }],
    content: inUse.chain,
  }
  const act = { actor, kind: 'profile.certificate-saved', detail: { sha256: inUse.sha256 } }
  return save(on, dialogs, request, act)
}

/** The two files are public, so saving is recorded after the file was written. */
async function save(
  { services }: EditableProfile,
  dialogs: FileDialogs,
  request: SaveRequest,
  act: Omit<Act, 'subject'>,
): Written {
  const saved = await dialogs.save(request)
  if (!saved.ok) return err(fileFailed(saved.error))
  if (saved.value) await services.store.note({ ...act, subject: 'profile' })
  return saved
}
