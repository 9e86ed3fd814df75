import { Download } from 'lucide-react'
import { t } from '../../../language/text.ts'
import { Button } from '../../../ui/button.tsx'
import { saveFile } from '../../../ui/share/save-file.ts'
import { Sheet } from '../../../ui/sheet.tsx'
import css from './settings.module.css'

/** New recovery codes, which are shown only once. */
export function RecoverySheet({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <Sheet
      open
      onOpenChange={isOpen => !isOpen && onDone()}
      title={t('Keep your recovery codes')}
      description={t(
        'Each of them lets you in once when you do not have your second factor. They are shown only now: keep them where nobody else looks.',
      )}
      actions={
        <>
          <Button
            icon={<Download size={18} aria-hidden="true" />}
            onClick={() => saveFile('parley-recovery-codes.txt', `${codes.join('\n')}\n`, 'text/plain')}
          >
            {t('Save as a file')}
          </Button>
          <Button variant="primary" onClick={onDone}>
            {t('I have kept them')}
          </Button>
        </>
      }
    >
      <ul className={css.codes}>
        {codes.map(code => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
    </Sheet>
  )
}
