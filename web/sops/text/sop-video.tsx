import { Button } from '@mantine/core'
import { IconExternalLink, IconPlayerPlay } from '@tabler/icons-react'
import { videoOf } from 'contract/sops/video.ts'
import { useState } from 'react'
import classes from './sop-video.module.css'

/** The video of a SOP. The platform learns about the reader only when they press play (T63). */
export function SopVideo({ address, title }: { address: string; title: string }) {
  const [isPlaying, setIsPlaying] = useState(false)
  const video = videoOf(address)
  if (!video) return null
  return (
    <div className="row flex-wrap gap-x-3 gap-y-2">
      {isPlaying ? (
        <iframe
          className={`w-full ${classes.frame}`}
          src={video.embedUrl}
          title={`Video: ${title}`}
          sandbox="allow-scripts allow-same-origin allow-presentation"
          allow="fullscreen; picture-in-picture; autoplay"
          // The player refuses to play without a referrer. It gets only our origin, not the path.
          referrerPolicy="strict-origin"
        />
      ) : (
        <Button variant="default" leftSection={<IconPlayerPlay size={15} />} onClick={() => setIsPlaying(true)}>
          Play Video
        </Button>
      )}
      <a className="inline-row gap-1 text-sm text-accent" href={address} target="_blank" rel="noopener noreferrer">
        <span className="no-print">Open on {video.platform}</span>
        <IconExternalLink className="no-print" size={13} aria-hidden />
        <span className={`break-words ${classes.address}`}>Video: {address}</span>
      </a>
    </div>
  )
}
