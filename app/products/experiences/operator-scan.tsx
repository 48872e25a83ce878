import { useEffect, useRef, useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import type { OperatorView } from './open-operator.server.ts';
import { useScans } from './use-scans.ts';

interface Detector {
  detect(from: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}
type DetectorClass = new (options: { formats: string[] }) => Detector;

const everyMs = 400;

/** The form above, for numbers that are typed. */
export const typedForm = 'check-in-form';

/**
 * Scanning with the camera and checking in without a network: what is scanned is judged by its signature, kept in this
 * browser and sent when there is a network again. Without a script the form above does the same, one at a time.
 */
export function OperatorScan({ view, path }: { view: Pick<OperatorView, 'voucherKey' | 'guests' | 'ring'>; path: string }) {
  const t = useTexts('operator');
  const { waiting, online, said, scanned } = useScans(path, view);
  const [camera, setCamera] = useState<'none' | 'ready' | 'on' | 'refused'>('none');
  const video = useRef<HTMLVideoElement>(null);

  useEffect(() => {
    setCamera('BarcodeDetector' in window && 'mediaDevices' in navigator ? 'ready' : 'none');
  }, []);

  useEffect(() => {
    const form = document.getElementById(typedForm);
    const typed = (event: Event) => {
      // With a network the form is sent like any other.
      if (navigator.onLine || !(form instanceof HTMLFormElement)) return;
      event.preventDefault();
      event.stopPropagation();
      void scanned(String(new FormData(form).get('code') ?? ''));
      form.reset();
    };
    form?.addEventListener('submit', typed, true);
    return () => form?.removeEventListener('submit', typed, true);
  }, [scanned]);

  useEffect(() => {
    if (camera !== 'on') return;
    let over = false;
    let stream: MediaStream | null = null;
    const watch = async (): Promise<void> => {
      try {
        stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
      } catch {
        return setCamera('refused');
      }
      const screen = video.current;
      if (over || !screen) return stream.getTracks().forEach((track) => track.stop());
      screen.srcObject = stream;
      await screen.play();
      const detector = new (window as unknown as { BarcodeDetector: DetectorClass }).BarcodeDetector({ formats: ['qr_code'] });
      while (!over) {
        const [found] = await detector.detect(screen).catch(() => []);
        if (found) await scanned(found.rawValue);
        await new Promise((resolve) => setTimeout(resolve, everyMs));
      }
    };
    void watch();
    return () => {
      over = true;
      stream?.getTracks().forEach((track) => track.stop());
    };
  }, [camera, scanned]);

  return (
    <div className="op-camera">
      {camera === 'ready' && (
        <Button icon="search" onClick={() => setCamera('on')}>
          {t('scan.camera')}
        </Button>
      )}
      {camera === 'on' && (
        <>
          <video ref={video} muted playsInline aria-label={t('scan.cameraLabel')} />
          <Button onClick={() => setCamera('ready')}>{t('scan.stop')}</Button>
        </>
      )}
      {camera === 'refused' && <Notice tone="warn">{t('scan.refused')}</Notice>}
      <div aria-live="assertive">
        {said && (
          <Notice tone={said.word === 'in' || said.word === 'kept' ? 'ok' : said.word === 'already' ? 'info' : 'danger'} boxed>
            {t(`said.${said.word}`, { ring: view.ring })} {said.places !== null && t('scan.places', { count: said.places })}{' '}
            {said.unpaid > 0 && t('guests.unpaid', { count: said.unpaid })}
          </Notice>
        )}
      </div>
      {(!online || waiting > 0) && (
        <Notice tone="warn" icon="clock">
          {t('scan.offline', { count: waiting })}
        </Notice>
      )}
    </div>
  );
}
