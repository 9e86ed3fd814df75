import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { unlessMissing } from '../core/unless-missing.ts'
import { BackupRefused } from './refused.ts'

export const MANIFEST = 'manifest.json'
export const TABLES_FOLDER = 'tables'
export const IMAGES_FOLDER = 'pictures'
export const SANDBOX_FILE = 'stripe-sandbox.sqlite'

const manifestSchema = z.object({
  format: z.literal(1),
  takenAt: z.string(),
  /** Hashes of the migrations that made the tables: a restore needs the same version of the product. */
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), rows: z.number() })),
  /** How many signing keys it does not contain, because they were not encrypted. */
  keysLeftOut: z.optional(z.number()),
  /** The bucket that the images are in, which is not copied; null when they are in this backup. */
  bucket: z.nullable(z.string()),
  /** Everything but this manifest. */
  files: z.array(z.object({ path: z.string(), bytes: z.number(), sha256: z.string() })),
})
export type Manifest = z.infer<typeof manifestSchema>

export async function readManifest(folder: string): Promise<Manifest> {
  const text = await unlessMissing(readFile(join(folder, MANIFEST), 'utf8'))
  if (text === null) throw new BackupRefused(`${folder} is no backup: it has no ${MANIFEST}.`)
  const parsed = manifestSchema.safeParse(jsonOf(text))
  if (!parsed.success)
    throw new BackupRefused(
      `${folder}/${MANIFEST} is not one that this version reads: the backup may be of another version, or incomplete.`,
    )
  return parsed.data
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // A file that was cut off has no JSON, which is no manifest either.
    return undefined
  }
}
