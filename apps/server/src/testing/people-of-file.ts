import { afterAll, beforeAll } from 'vitest'
import { openDiskImages } from '../providers/files-disk/disk-images.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { createPeopleServer, type PeopleServer, type PeopleServerOptions } from './people.ts'
import { temporaryDirectory } from './temporary-directory.ts'

export interface PeopleOfFile extends PeopleServer {
  database: TestDatabase
  mediaDirectory: string
}

/** Accounts and profiles for a whole test file, closed when the file is done; read it inside tests only. */
export function peopleOfFile(
  options: { connections?: number } & Partial<
    Pick<PeopleServerOptions, 'demoLogins' | 'passwords' | 'publicOrigin'>
  > = {},
): PeopleOfFile {
  const people = {} as PeopleOfFile
  beforeAll(async () => {
    const { connections = 10, ...parts } = options
    const database = await createTestDatabase({ size: connections })
    const mediaDirectory = await temporaryDirectory()
    const pictures = await openDiskImages(mediaDirectory)
    const server = await createPeopleServer({ db: database.db, images: pictures, ...parts })
    Object.assign(people, server, { database, mediaDirectory })
  })
  afterAll(async () => {
    await people.app?.close()
    await people.database?.close()
  })
  return people
}
