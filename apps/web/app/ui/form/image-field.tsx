import { ImagePlus } from 'lucide-react'
import { type InputHTMLAttributes, useEffect, useState } from 'react'
import { t } from '../../language/text.ts'
import { Ring } from '../ring.tsx'
import { StoredImage } from '../stored-image.tsx'
import { Field, type FieldProps } from './field.tsx'
import css from './image-field.module.css'

export type ImageFieldProps = FieldProps &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & {
    file: File | undefined
    /** The stored image, as the API gives it. */
    current?: string | null
  }

/** The chosen file, else the stored image, else an icon for none and for a file that is no image. */
function Shown({ preview, current }: { preview: string | null; current: string | null }) {
  const [failed, setFailed] = useState<string | null>(null)
  if (preview !== null && preview !== failed)
    return <img src={preview} alt="" onError={() => setFailed(preview)} />
  if (preview === null && current !== null) return <StoredImage base={current} alt="" sizes="88px" />
  return <ImagePlus size={26} aria-hidden="true" />
}

function statusText(file: File | undefined, current: string | null): string {
  if (file) return file.name
  return current === null ? t('No picture yet') : t('Current picture')
}

/** Chooses an image and shows it in the ring. */
export function ImageField({ label, error, hint, file, current = null, ...rest }: ImageFieldProps) {
  const [preview, setPreview] = useState<string | null>(null)
  useEffect(() => {
    if (!file) return setPreview(null)
    const url = URL.createObjectURL(file)
    setPreview(url)
    return () => URL.revokeObjectURL(url)
  }, [file])
  const isThere = file !== undefined || current !== null
  return (
    <Field label={label} error={error} hint={hint}>
      {wiring => (
        <div className={css.row}>
          <Ring
            className={css.ring}
            fraction={isThere ? 0.86 : 1}
            tone={isThere ? 'ember' : 'quiet'}
            weight={3}
          >
            <Shown preview={file ? preview : null} current={current} />
          </Ring>
          <div className={css.chooser}>
            {/* A narrow column cuts the browser's label off: the input is transparent over our label. */}
            <input type="file" accept="image/*" {...rest} {...wiring} className={css.input} />
            <span className={css.button} aria-hidden="true">
              {isThere ? t('Choose another') : t('Choose a picture')}
            </span>
            <span className={css.status}>{statusText(file, current)}</span>
          </div>
        </div>
      )}
    </Field>
  )
}
