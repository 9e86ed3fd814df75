import { useMemo } from 'react'
import { encode } from 'uqr'
import { t } from '../../language/text.ts'
import css from './share-sheet.module.css'

/** A text as a QR code, drawn as one path; medium error correction, so that a damaged print still works. */
export function QrCode({ text, label }: { text: string; label?: string }) {
  const { size, path } = useMemo(() => {
    const code = encode(text, { ecc: 'M', border: 0 })
    const squares = code.data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
    return { size: code.size, path: squares.join('') }
  }, [text])
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label ?? t('QR code of the link')}
      className={css.qr}
    >
      <path d={path} fill="currentColor" shapeRendering="crispEdges" />
    </svg>
  )
}
