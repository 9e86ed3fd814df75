import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { temporaryDirectory } from '../../../testing/temporary-directory.ts'

/** A key for 127.0.0.1 and a certificate that it signed itself, good for a day. */
export async function selfSignedCertificate(): Promise<{ key: string; cert: string }> {
  const directory = await temporaryDirectory()
  const [keyPath, certPath] = [join(directory, 'key.pem'), join(directory, 'cert.pem')]
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1']
  const name = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
  await promisify(execFile)('openssl', ['req', ...kind, ...name, '-keyout', keyPath, '-out', certPath])
  return { key: await readFile(keyPath, 'utf8'), cert: await readFile(certPath, 'utf8') }
}
