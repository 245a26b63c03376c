/** The process that reads certificate files: a separate program that ends after one reading. */
import { answerMain } from '../../platform/reader-program.ts'
import type { CertificateQuestion } from './certificate-reader.ts'
import { inspectFiles } from './inspect-files.ts'
import { inspectPrivateCa } from './private-ca.ts'

answerMain((question: CertificateQuestion) => {
  try {
    return answerTo(question)
  } finally {
    for (const { bytes } of question.files) bytes.fill(0)
  }
})

function answerTo(question: CertificateQuestion) {
  if (question.kind === 'private-ca') return inspectPrivateCa(question.files[0], question.now)
  const { files, password, now, earlierPasswords, purpose, requested } = question
  return inspectFiles(files, password, now, undefined, earlierPasswords, purpose, requested)
}
