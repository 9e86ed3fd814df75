import { ImagePlus } from 'lucide-react'
import { type InputHTMLAttributes, useEffect, useState } from 'react'
import { Field, type FieldProps } from './field.tsx'
import css from './picture-field.module.css'
import { Ring } from './ring.tsx'

export type PictureFieldProps = FieldProps &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & { file: File | undefined }

/** Chooses a picture and shows it in the ring. */
export function PictureField({ label, error, hint, file, ...rest }: PictureFieldProps) {
  const [preview, setPreview] = useState<string | null>(null)
  useEffect(() => {
    if (!file) return
    const url = URL.createObjectURL(file)
    setPreview(url)
    return () => URL.revokeObjectURL(url)
  }, [file])
  return (
    <Field label={label} error={error} hint={hint}>
      {wiring => (
        <div className={css.row}>
          <Ring className={css.ring} fraction={file ? 0.86 : 1} tone={file ? 'ember' : 'quiet'} weight={3}>
            {file && preview ? (
              <img src={preview} alt="" className={css.preview} />
            ) : (
              <ImagePlus size={26} aria-hidden="true" />
            )}
          </Ring>
          <input type="file" accept="image/*" {...rest} {...wiring} className={css.input} />
        </div>
      )}
    </Field>
  )
}
