/** The process that reads certificate files: a separate program that ends after one reading. */
import { createPrivateKey } from 'node:crypto'
import { answerMain } from '../../platform/reader-program.ts'
import type { CertificateQuestion, SentKey } from './certificate-reader.ts'
import { inspectFiles, type RequestedKey } from './inspect-files.ts'
import { inspectPrivateCa } from './private-ca.ts'

answerMain((question: CertificateQuestion) => {
  try {
    return answerTo(question)
  } finally {
    for (const { bytes } of question.files) bytes.fill(0)
    if (question.kind === 'files') question.requested?.der.fill(0)
  }
})

/** A buffer comes to another process as bytes. */
function keyIn({ der, createdAt }: SentKey): RequestedKey {
  const key = createPrivateKey({
    key: Buffer.from(der.buffer, der.byteOffset, der.length),
    type: 'pkcs8',
    format: 'der',
  })
  return { key, createdAt }
}

function answerTo(question: CertificateQuestion) {
  if (question.kind === 'private-ca') return inspectPrivateCa(question.files[0], question.now)
  const { files, password, now, earlierPasswords, purpose } = question
  const requested = question.requested && keyIn(question.requested)
  return inspectFiles(files, password, now, undefined, earlierPasswords, purpose, requested)
}
