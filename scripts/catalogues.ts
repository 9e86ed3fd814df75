/**
 * `npm run catalogues`: writes the English catalogue from the code, drops texts that the code has no more, and lists
 * the texts to translate.
 */
import { writeFile } from 'node:fs/promises'
import {
  catalogueFile,
  checkCatalogues,
  readCatalogue,
  readEnglish,
  translations,
} from './check/catalogues.ts'
import { ROOT } from './run-command.ts'

const { english } = await readEnglish(ROOT)
const write = async (file: string, texts: typeof english) => {
  const { path, text } = catalogueFile(ROOT, file, texts)
  await writeFile(path, text)
}
await write('en.json', english)
for (const file of await translations(ROOT)) {
  const texts = Object.entries(await readCatalogue(ROOT, file)).filter(([source]) => source in english)
  await write(file, Object.fromEntries(texts))
}
const { problems, fact } = await checkCatalogues(ROOT)
console.log([...problems, fact].join('\n'))
