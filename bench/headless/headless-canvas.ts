import { PNG } from 'pngjs';

const BYTES_A_PIXEL = 4;
/** Alignment of rows in a texture copy, which WebGPU requires, bytes. */
const ROW_ALIGNMENT = 256;

/** A canvas for Node that draws into a texture. */
export class HeadlessCanvas {
  width = 300;
  height = 150;
  readonly style = {};
  #device: GPUDevice | undefined;
  #format: GPUTextureFormat = 'rgba8unorm';
  #texture: GPUTexture | undefined;

  getContext(): object {
    return {
      configure: ({ device, format }: GPUCanvasConfiguration) => {
        this.#device = device;
        this.#format = format;
        this.#texture = undefined;
      },
      unconfigure: () => this.#texture?.destroy(),
      getCurrentTexture: () => this.#currentTexture(),
    };
  }

  /** Last frame, as a PNG in a data address. */
  async takePicture(): Promise<string> {
    const device = this.#device as GPUDevice;
    const texture = this.#currentTexture();
    const { width, height } = texture;
    const bytesPerRow = Math.ceil((width * BYTES_A_PIXEL) / ROW_ALIGNMENT) * ROW_ALIGNMENT;
    const buffer = device.createBuffer({
      size: bytesPerRow * height,
      usage: GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ,
    });
    const encoder = device.createCommandEncoder();
    encoder.copyTextureToBuffer({ texture }, { buffer, bytesPerRow }, [width, height]);
    device.queue.submit([encoder.finish()]);
    await buffer.mapAsync(GPUMapMode.READ);
    const rows = new Uint8Array(buffer.getMappedRange());
    const png = new PNG({ width, height });
    for (let y = 0; y < height; y++) {
      const row = rows.subarray(y * bytesPerRow, y * bytesPerRow + width * BYTES_A_PIXEL);
      png.data.set(row, y * width * BYTES_A_PIXEL);
    }
    if (this.#format.startsWith('bgra')) swapRedAndBlue(png.data);
    buffer.destroy();
    return `data:image/png;base64,${PNG.sync.write(png).toString('base64')}`;
  }

  #currentTexture(): GPUTexture {
    const { width, height } = this;
    if (this.#texture?.width !== width || this.#texture.height !== height) {
      this.#texture?.destroy();
      this.#texture = (this.#device as GPUDevice).createTexture({
        label: 'canvas',
        size: [width, height],
        format: this.#format,
        usage: GPUTextureUsage.RENDER_ATTACHMENT | GPUTextureUsage.TEXTURE_BINDING | GPUTextureUsage.COPY_SRC,
      });
    }
    return this.#texture;
  }
}

function swapRedAndBlue(pixels: Uint8Array): void {
  for (let i = 0; i < pixels.length; i += BYTES_A_PIXEL) {
    [pixels[i], pixels[i + 2]] = [pixels[i + 2], pixels[i]];
  }
}
